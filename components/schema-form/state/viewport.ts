'use client';
import { createContext } from 'react';
import { flushSync } from 'react-dom';

/** A part of the form that is drawn while it is near the window. */
export interface Passage {
  readonly drawn: boolean;
  /** Rows that drawing it may bring, with all that is in it. */
  readonly rows: number;
  readonly show: () => void;
  readonly hide: () => void;
}

/** Pixels beyond the window in which parts are drawn before they are seen, and beyond which they go again. */
const NEAR = 800;
const FAR = 2_400;
/** Beyond the window, while the form is drawn for the first time. */
const AT_ONCE = 100;
/** A form of so many rows is drawn whole, bit by bit; in larger ones parts go again. */
const WHOLE = 150;

/** Knows which parts of a form are near the window. */
export class Viewport {
  readonly #passages = new Map<Element, Passage>();
  readonly #fresh = new Set<Element>();
  /** Those that lie in no other, and so know of all rows together. */
  readonly #outer = new Set<Element>();
  #near: IntersectionObserver | undefined;
  #far: IntersectionObserver | undefined;
  #settling = false;
  #filling = false;

  /** From when the part is in the page; returns what ends it. */
  watch(element: Element, passage: Passage): () => void {
    this.#passages.set(element, passage);
    if (element.parentElement?.closest('[data-part]') === null) this.#outer.add(element);
    const observer = passage.drawn ? this.#farObserver() : this.#nearObserver();
    observer.observe(element);
    if (!passage.drawn) {
      this.#fresh.add(element);
      this.#settleSoon();
    }
    return () => {
      observer.unobserve(element);
      this.#passages.delete(element);
      this.#outer.delete(element);
      this.#fresh.delete(element);
    };
  }

  /** Draws everything, for printing. */
  showAll(): void {
    for (let waiting = this.#waiting(); waiting.length > 0; waiting = this.#waiting()) {
      flushSync(() => {
        for (const { show } of waiting) show();
      });
    }
  }

  #nearObserver(): IntersectionObserver {
    this.#near ??= new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          const passage = this.#passages.get(target);
          if (isIntersecting && passage?.drawn === false) passage.show();
        }
      },
      { rootMargin: `${NEAR}px 0px` },
    );
    return this.#near;
  }

  #farObserver(): IntersectionObserver {
    this.#far ??= new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          const passage = this.#passages.get(target);
          if (isIntersecting || passage?.drawn !== true || this.#isSmall()) continue;
          // Nothing is taken from under somebody's hands.
          if (!target.contains(document.activeElement)) passage.hide();
        }
      },
      { rootMargin: `${FAR}px 0px` },
    );
    return this.#far;
  }

  /** Before the next paint: what is in the window must not be seen empty first. */
  #settleSoon(): void {
    if (this.#settling) return;
    this.#settling = true;
    queueMicrotask(() => {
      this.#settling = false;
      this.#settle();
    });
  }

  #settle(): void {
    const seen = [...this.#fresh].filter(isSeen);
    this.#fresh.clear();
    const parts = seen.flatMap((element) => this.#passages.get(element) ?? []);
    if (parts.length > 0) {
      flushSync(() => {
        for (const { show } of parts) show();
      });
    }
    this.#fillSoon();
  }

  /** A form of ordinary size is drawn whole when there is time, so that the browser's own search finds everything. */
  #fillSoon(): void {
    if (this.#filling) return;
    this.#filling = true;
    whenIdle(() => {
      this.#filling = false;
      const next = this.#waiting()[0];
      if (next === undefined || !this.#isSmall()) return;
      next.show();
      this.#fillSoon();
    });
  }

  #waiting(): Passage[] {
    return [...this.#passages.values()].filter(({ drawn }) => !drawn);
  }

  /** Of so few rows that the page can hold them all. */
  #isSmall(): boolean {
    let rows = 0;
    for (const outer of this.#outer) rows += this.#passages.get(outer)?.rows ?? 0;
    return rows <= WHOLE;
  }
}

function isSeen(element: Element): boolean {
  const { top, bottom, height } = element.getBoundingClientRect();
  return height > 0 && bottom > -AT_ONCE && top < window.innerHeight + AT_ONCE;
}

/** When the browser has nothing else to do. */
export function whenIdle(act: () => void): void {
  // Not in every browser.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act);
  else setTimeout(act, 50);
}

export const ViewportContext = createContext<Viewport>(new Viewport());

/** Rows that may be drawn at once in this part of the form. */
export const RoomContext = createContext(0);
