import { renderYaml } from '#lib/schema-form/text/document.ts';
import { setInValue } from '#lib/schema-form/schema/path.ts';
import type { Starter } from '#lib/schema-form/schema/starters.ts';

/** The text a form starts with: the starter as it is, in the namespace chosen. Nothing else is added. */
export function startingText(starter: Starter, namespace: string | undefined): string {
  const { object } = starter;
  return renderYaml(
    namespace === undefined ? object : setInValue(object, ['metadata', 'namespace'], namespace),
  );
}
