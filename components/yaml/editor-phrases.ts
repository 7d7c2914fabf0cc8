/** The texts that CodeMirror's own parts show or speak, in the reader's language. */
import type { Translate } from '#messages/types.ts';

/** By CodeMirror's English text; `$` stands for a number. */
export function phrasesOf(t: Translate<'schema-form'>): Record<string, string> {
  return {
    'Control character': t('editor.phrases.controlCharacter'),
    'Selection deleted': t('editor.phrases.selectionDeleted'),
    ...foldPhrases(t),
    ...searchPhrases(t),
    Completions: t('editor.phrases.completions'),
    Diagnostics: t('editor.problems'),
    'No diagnostics': t('editor.noProblems'),
    '$ unchanged lines': t('editor.phrases.unchangedLines', { count: '$' }),
    'Revert this chunk': t('editor.phrases.revert'),
    Accept: t('editor.phrases.accept'),
    Reject: t('editor.phrases.reject'),
  };
}

function foldPhrases(t: Translate<'schema-form'>): Record<string, string> {
  return {
    to: t('editor.phrases.to'),
    unfold: t('editor.phrases.unfold'),
    'folded code': t('editor.phrases.folded'),
    'Fold line': t('editor.phrases.foldLine'),
    'Unfold line': t('editor.phrases.unfoldLine'),
    'Folded lines': t('editor.phrases.foldedLines'),
    'Unfolded lines': t('editor.phrases.unfoldedLines'),
  };
}

function searchPhrases(t: Translate<'schema-form'>): Record<string, string> {
  return {
    Find: t('editor.phrases.find'),
    Replace: t('editor.phrases.replaceBy'),
    next: t('editor.phrases.next'),
    previous: t('editor.phrases.previous'),
    all: t('editor.phrases.all'),
    'match case': t('editor.phrases.matchCase'),
    regexp: t('editor.phrases.regexp'),
    'by word': t('editor.phrases.byWord'),
    replace: t('editor.phrases.replace'),
    'replace all': t('editor.phrases.replaceAll'),
    close: t('editor.phrases.close'),
    'current match': t('editor.phrases.currentMatch'),
    'on line': t('editor.phrases.onLine'),
    'replaced match on line $': t('editor.phrases.replacedOnLine', { line: '$' }),
    'replaced $ matches': t('editor.phrases.replacedMatches', { count: '$' }),
    'Go to line': t('editor.goToLine'),
    go: t('editor.phrases.go'),
  };
}
