import { useEffect, useRef, useState, type RefObject } from 'react';

/** How far below the window something is near, so that it is there when somebody comes to it. */
const MARGIN = '400px';

/** Whether the element has been in or near the window since the page is there; then it stays so. */
export function useNear<Element extends HTMLElement>(): [RefObject<Element | null>, boolean] {
  const ref = useRef<Element>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null || isNear) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [isNear]);
  return [ref, isNear];
}
