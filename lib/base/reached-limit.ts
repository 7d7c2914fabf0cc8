/**
 * A bound of ours that something went beyond, as a code that a page puts into words: of one render (`steps`, `bytes`, `depth`,
 * `passwords`, `pattern`), of the templates of an instance together (`planSteps`, `planSigns`, `planObjects`), of one text of
 * YAML (`yamlCharacters`, `yamlParts`, `yamlDepth`).
 */
export interface ReachedLimit {
  readonly bound:
    | ('steps' | 'bytes' | 'depth' | 'passwords' | 'pattern')
    | ('planSteps' | 'planSigns' | 'planObjects')
    | ('yamlCharacters' | 'yamlParts' | 'yamlDepth');
  /** What is allowed. */
  readonly most: number;
}
