/**
 * What a component shows, and what it does when somebody uses it, without a browser: the server's renderer, which knows
 * state but no effects. What needs a real page (focus, Escape, places on the screen) is for the journeys of `e2e/`.
 */
import { Children, cloneElement, isValidElement, useId } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, vi } from 'vitest';
import { withMessages } from '#messages/testing/with-messages.tsx';

type Props = Readonly<Record<string, unknown>>;

/** An element of HTML as a component made it. */
export interface Shown {
  readonly type: string;
  readonly props: Props;
  /** Its `aria-label`, else the words inside. */
  readonly name: string;
  /** Does what `onClick`, `onKeyDown` … says; resolves to whether the event was kept from doing what it else does. */
  fire(handler: string, event?: object): boolean;
}

export interface Rendered {
  readonly html: string;
  /** All of a tag or a role, which has to be stated. */
  all(tagOrRole: string): Shown[];
  /** The only one of that name. */
  one(tagOrRole: string, name?: string): Shown;
}

/**
 * A step of a user: what happens to the first element that `on` accepts, such as `{ on: opensMenu, handler: 'onClick' }`.
 * It must be one that the component with the state itself has made.
 */
export interface Use {
  readonly on: (props: Props) => boolean;
  readonly handler: string;
  /** What it is told; an event when absent. */
  readonly with?: unknown;
}

/** As the page shows it after all the uses. */
export function rendered(node: ReactNode, ...uses: readonly Use[]): Rendered {
  const page = new Page(uses);
  standInForDocument();
  const html = renderToString(withMessages(page.follow(node)));
  expect(page.left, 'nothing could be used so').toEqual([]);
  const all = (tagOrRole: string): Shown[] =>
    page.shown().filter(({ type, props }) => type === tagOrRole || props['role'] === tagOrRole);
  return {
    html,
    all,
    one: (tagOrRole, name) => {
      const found = all(tagOrRole).filter((shown) => name === undefined || shown.name === name);
      const [only] = found;
      if (only === undefined || found.length > 1) {
        const what = `${tagOrRole} ${JSON.stringify(name)}`;
        throw new Error(
          `${String(found.length)} of ${what} among ${JSON.stringify(all(tagOrRole).map((shown) => shown.name))} in ${html}`,
        );
      }
      return only;
    },
  };
}

/** What something in a page stands beside: as much of an element as panels ask of it. */
export const anElement = {
  nodeType: 1,
  textContent: '',
  getAttribute: () => null,
  closest: () => null,
  matches: () => true,
};

/** As much of an event as handlers ask of it. */
export function anEvent(more: object = {}): { readonly preventDefault: ReturnType<typeof vi.fn> } {
  return { preventDefault: vi.fn(), currentTarget: anElement, target: anElement, ...more } as ReturnType<
    typeof anEvent
  >;
}

/** Dialogs and panels go into the body of a document, which no server has; here they are shown where they are written. */
function standInForDocument(): void {
  vi.stubGlobal('document', { body: anElement, getElementById: () => null });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
}

const PORTAL = Symbol.for('react.portal');

class Page {
  readonly left: Use[];
  /** By the instance of the component that made them: one whose state changes is drawn twice. */
  readonly #shown = new Map<string, Shown[]>();

  constructor(uses: readonly Use[]) {
    this.left = [...uses];
  }

  shown(): Shown[] {
    return [...this.#shown.values()].flat();
  }

  /** Puts each component into a `Followed`. */
  follow(node: ReactNode, shown: Shown[] = []): ReactNode {
    if (Array.isArray(node)) return Children.map(node, (child: ReactNode) => this.follow(child, shown));
    if (isPortal(node)) return this.follow(node.children, shown);
    if (!isValidElement<Props>(node)) return node;
    const component = componentOf(node.type);
    if (component !== undefined) {
      return <Followed key={node.key} page={this} component={component} props={node.props} />;
    }
    if (typeof node.type === 'string') shown.push(shownOf(node.type, node.props));
    const { children } = node.props;
    return children === undefined || typeof children === 'function'
      ? node
      : cloneElement(node, undefined, this.follow(children as ReactNode, shown));
  }

  /** In the middle of drawing, where the state of the component that draws may be changed. */
  use(node: ReactNode): void {
    if (Array.isArray(node)) node.forEach((child: ReactNode) => this.use(child));
    if (!isValidElement<Props>(node)) return;
    const [next] = this.left;
    if (next?.on(node.props) === true) {
      this.left.shift();
      handlerOf(node.props, next.handler)('with' in next ? next.with : anEvent());
      return;
    }
    this.use(node.props['children'] as ReactNode);
  }

  keep(id: string, shown: Shown[]): void {
    this.#shown.set(id, shown);
  }
}

interface FollowedProps {
  readonly page: Page;
  readonly component: (props: Props) => ReactNode;
  readonly props: Props;
}

function Followed({ page, component, props }: FollowedProps): ReactNode {
  const id = useId();
  const output = component(props);
  page.use(output);
  const shown: Shown[] = [];
  const followed = page.follow(output, shown);
  page.keep(id, shown);
  return followed;
}

function componentOf(type: unknown): FollowedProps['component'] | undefined {
  if (typeof type === 'function') return type as FollowedProps['component'];
  // `memo`
  if (typeof type === 'object' && type !== null && 'compare' in type && 'type' in type)
    return componentOf(type.type);
  return undefined;
}

function isPortal(node: unknown): node is { readonly children: ReactNode } {
  return typeof node === 'object' && node !== null && '$$typeof' in node && node.$$typeof === PORTAL;
}

function shownOf(type: string, props: Props): Shown {
  const label = props['aria-label'];
  return {
    type,
    props,
    name: typeof label === 'string' ? label : wordsOf(props['children'] as ReactNode),
    fire: (handler, event) => {
      const fired = anEvent(event);
      handlerOf(props, handler)(fired);
      return fired.preventDefault.mock.calls.length > 0;
    },
  };
}

function wordsOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(wordsOf).join('');
  return isValidElement<Props>(node)
    ? wordsOf((node as ReactElement<Props>).props['children'] as ReactNode)
    : '';
}

function handlerOf(props: Props, name: string): (event: unknown) => unknown {
  const handler = props[name];
  if (typeof handler !== 'function') throw new Error(`it has no ${name}: ${Object.keys(props).join(' ')}`);
  return handler as (event: unknown) => unknown;
}
