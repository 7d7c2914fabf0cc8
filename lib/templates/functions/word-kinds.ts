/** `snakecase` and `kebabcase` of `xstrings`. */
import { encodeRune, textOfCodes } from '../values/bytes.ts';
import { isUpper, toLower } from '../values/characters.ts';
import { isConnector, NO_WORD, type Word, wordsOf } from './word-parts.ts';

/** The words in lower case with the connector between them. */
export function connected(text: string, connector: '_' | '-'): string {
  return new Connecting(wordsOf(text), connector).run();
}

class Connecting {
  readonly #words: readonly Word[];
  readonly #connector: string;
  #at = 0;
  #made = '';

  constructor(words: readonly Word[], connector: string) {
    this.#words = words;
    this.#connector = connector;
  }

  run(): string {
    let word = this.#take();
    while (this.#at < this.#words.length) {
      if (word.kind !== 'connector') this.#write(word);
      const before = word;
      word = this.#after(before, this.#take());
    }
    this.#write(word);
    return this.#made;
  }

  #take(): Word {
    const word = this.#words[this.#at] ?? NO_WORD;
    this.#at += 1;
    return word;
  }

  #write({ kind, codes }: Word): void {
    if (kind !== 'upper' && kind !== 'connector') {
      this.#made += textOfCodes(codes);
      return;
    }
    for (const code of codes) {
      if (isConnector(code)) this.#made += this.#connector;
      else this.#made += encodeRune(isUpper(code) ? toLower(code) : code);
    }
  }

  /** Between two words. @returns the word to go on with */
  #after(before: Word, word: Word): Word {
    switch (before.kind) {
      case 'number': {
        const next = this.#withNumbers(word);
        if (next.kind !== 'none' && next.kind !== 'marks') this.#made += this.#connector;
        return next;
      }
      case 'connector':
        this.#write(before);
        return word;
      case 'marks':
        return word;
      default:
        return this.#afterLetters(word);
    }
  }

  /** Letters and numbers behind a number belong to it. */
  #withNumbers(word: Word): Word {
    let next = word;
    while (next.kind === 'letters' || next.kind === 'number') {
      this.#write(next);
      next = this.#take();
    }
    return next;
  }

  #afterLetters(word: Word): Word {
    if (word.kind !== 'number') {
      if (word.kind !== 'connector' && word.kind !== 'marks') this.#made += this.#connector;
      return word;
    }
    if (this.#at >= this.#words.length) return word;
    const next = this.#take();
    if (next.kind !== 'letters') {
      this.#write(word);
      if (next.kind !== 'connector' && next.kind !== 'marks') this.#made += this.#connector;
      return next;
    }
    this.#made += this.#connector;
    this.#write(word);
    const last = this.#withNumbers(next);
    if (last.kind !== 'none' && last.kind !== 'connector' && last.kind !== 'marks')
      this.#made += this.#connector;
    return last;
  }
}
