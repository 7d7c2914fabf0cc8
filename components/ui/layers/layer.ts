/**
 * What floats above the page: panels in the browser's own top layer (the Popover API), so that nothing clips or covers
 * them. They are placed by script through the CSSOM, which the content policy allows; a style attribute it would not.
 */
import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

export interface Placement {
  readonly side: 'top' | 'bottom' | 'left' | 'right';
  /** Which edges meet; along the other axis the panel is centred. */
  readonly align: 'start' | 'center' | 'end';
  /** Between anchor and panel, in pixels. */
  readonly gap: number;
}

export interface LayerOptions {
  /** What the panel belongs to. Undefined while closed. */
  readonly anchor: Element | null | undefined;
  readonly placement: Placement;
  /** Escape, or a press outside. */
  readonly onDismiss: () => void;
  /** Escape does nothing else, such as closing the dialog below. */
  readonly takesEscape: boolean;
}

/** Panels keep this distance from the edges of the window. */
const MARGIN = 8;
/** Where there is hardly room, a panel is this high all the same. */
const LEAST = 80;

/** Shows the panel that carries the returned ref beside its anchor for as long as it is mounted. */
export function useLayer({
  anchor,
  placement,
  onDismiss,
  takesEscape,
}: LayerOptions): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null);
  const placed = useRef<Size>(undefined);
  const place = useEffectEvent(() => {
    if (panel.current !== null && anchor)
      placed.current = placeBeside(panel.current, anchor.getBoundingClientRect(), placement);
  });
  const onResize = useEffectEvent(({ offsetWidth, offsetHeight }: HTMLElement) => {
    // The first call tells the size that it was placed with: to place it again would cost a layout before the first paint.
    if (offsetWidth !== placed.current?.width || offsetHeight !== placed.current.height) place();
  });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    if (takesEscape) {
      event.preventDefault();
      event.stopPropagation();
    }
    onDismiss();
  });
  const onPointerDown = useEffectEvent(({ target }: PointerEvent) => {
    const inside = target instanceof Node && [panel.current, anchor].some((part) => part?.contains(target));
    if (!inside) onDismiss();
  });
  useLayoutEffect(() => {
    const element = panel.current;
    if (element === null) return;
    element.showPopover();
    place();
    const listening = new AbortController();
    const capture = { capture: true, signal: listening.signal };
    document.addEventListener('keydown', (event) => onKeyDown(event), capture);
    document.addEventListener('pointerdown', (event) => onPointerDown(event), capture);
    window.addEventListener('scroll', () => place(), { ...capture, passive: true });
    window.addEventListener('resize', () => place(), capture);
    // Its content may come later, or change.
    const size = new ResizeObserver(() => onResize(element));
    size.observe(element);
    return () => {
      listening.abort();
      size.disconnect();
    };
  }, []);
  return panel;
}

/** Where a panel goes in the document: an open modal dialog makes everything outside of it unreachable. */
export function layerRoot(anchor: Element): Element {
  return anchor.closest('dialog') ?? document.body;
}

const OPPOSITE = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const;

/** In pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** What is read after something was written costs a layout: of a panel that has room it is done once. */
function placeBeside(panel: HTMLElement, anchor: DOMRect, { side, align, gap }: Placement): Size {
  const { clientWidth, clientHeight } = document.documentElement;
  const room = {
    top: anchor.top - gap - MARGIN,
    bottom: clientHeight - anchor.bottom - gap - MARGIN,
    left: anchor.left - gap - MARGIN,
    right: clientWidth - anchor.right - gap - MARGIN,
  };
  const vertical = side === 'top' || side === 'bottom';
  panel.style.maxHeight = '';
  let { offsetWidth: width, offsetHeight: height } = panel;
  const wanted = vertical ? height : width;
  const chosen = room[side] >= wanted || room[side] >= room[OPPOSITE[side]] ? side : OPPOSITE[side];
  const most = Math.max(room[chosen], LEAST);
  if (vertical && height > most) {
    panel.style.maxHeight = `${String(most)}px`;
    ({ offsetWidth: width, offsetHeight: height } = panel);
  }
  const across = { start: 0, center: 0.5, end: 1 }[align];
  const left = {
    left: anchor.left - gap - width,
    right: anchor.right + gap,
    top: anchor.left + (anchor.width - width) * across,
    bottom: anchor.left + (anchor.width - width) * across,
  }[chosen];
  const top = {
    top: anchor.top - gap - height,
    bottom: anchor.bottom + gap,
    left: anchor.top + (anchor.height - height) * across,
    right: anchor.top + (anchor.height - height) * across,
  }[chosen];
  panel.style.left = `${String(clamp(left, clientWidth - width - MARGIN))}px`;
  panel.style.top = `${String(clamp(top, clientHeight - height - MARGIN))}px`;
  return { width, height };
}

function clamp(value: number, most: number): number {
  return Math.round(Math.max(MARGIN, Math.min(value, most)));
}

/** What Tab reaches inside, in order. */
export function tabbable(root: Element): HTMLElement[] {
  const all = root.querySelectorAll<HTMLElement>(
    'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex]',
  );
  return [...all].filter((element) => element.tabIndex >= 0 && element.checkVisibility());
}
