'use client';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { LinkButton } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { TabLinks } from '#components/ui/tabs.tsx';
import type { Resource } from '#lib/k8s/object.ts';
import { Loaded, type LoadedResult } from './loaded.tsx';

export interface ObjectPageProps<Item> {
  /** Of useWatchOne. */
  readonly result: LoadedResult & { readonly item?: Item | undefined };
  readonly resource: Resource;
  readonly namespace?: string | undefined;
  /** In the shape of what comes. */
  readonly skeleton: ReactNode;
  /** Instead of the object that is not there, or not any more. */
  readonly absent: ReactNode;
  readonly children: (item: Item) => ReactNode;
}

/** A page about one object, live: loading, without rights, broken, gone, or what it makes of the object. */
export function ObjectPage<Item>({ result, children, ...frame }: ObjectPageProps<Item>): ReactNode {
  return (
    <Loaded {...frame} result={result} verb="get">
      {result.item === undefined ? null : children(result.item)}
    </Loaded>
  );
}

interface AbsentObjectProps {
  readonly title: string;
  /** Where those that are there are listed. */
  readonly list: { readonly label: string; readonly href: string };
  readonly children: ReactNode;
}

/** In the place of a page about an object that is not there: what may have become of it, and the way to the others. */
export function AbsentObject({ title, list, children }: AbsentObjectProps): ReactNode {
  return (
    <EmptyState
      wholePage
      title={title}
      action={
        <LinkButton variant="primary" href={list.href}>
          {list.label}
        </LinkButton>
      }
    >
      {children}
    </EmptyState>
  );
}

interface Part<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** Beside the label. */
  readonly count?: number;
  /** Made when it is the one that is shown. */
  readonly content: () => ReactNode;
}

interface ObjectPartsProps<Id extends string> {
  /** Of the tabs together, for who cannot see them. */
  readonly label: string;
  /** The first is shown until another is chosen. */
  readonly parts: readonly Part<Id>[];
  readonly hrefOf: (id: Id) => string;
}

/** The tabs of a page about an object; which one is open stands in the address. */
export function ObjectParts<Id extends string>({ label, parts, hrefOf }: ObjectPartsProps<Id>): ReactNode {
  const asked = useSearchParams().get('tab');
  const current = parts.find(({ id }) => id === asked) ?? parts[0];
  if (current === undefined) return null;
  return (
    <>
      <TabLinks
        label={label}
        current={current.id}
        items={parts.map(({ content: _content, ...part }) => ({ ...part, href: hrefOf(part.id) }))}
      />
      {current.content()}
    </>
  );
}
