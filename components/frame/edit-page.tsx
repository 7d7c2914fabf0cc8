'use client';
import { type ReactNode, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { KubeObject } from '#lib/k8s/object.ts';
import { ObjectPage, type ObjectPageProps } from './object-page.tsx';

interface EditProps<Item, Draft> {
  /** What of the object can be changed here. */
  readonly draftOf: (item: Item) => Draft;
  /** Whether what can be changed has become another thing. */
  readonly differs: (before: Draft, now: Draft) => boolean;
  /** For an object that somebody else has changed since it was taken up; `again` takes it up as it is now. */
  readonly texts: Readonly<Record<'title' | 'details' | 'again', string>>;
  /** `fresh` until it was taken up again. */
  readonly children: (item: Item, before: Draft, fresh: boolean) => ReactNode;
}

interface EditPageProps<Item, Draft> extends Omit<ObjectPageProps<Item>, 'children'>, EditProps<Item, Draft> {
  readonly header: (item: Item) => ReactNode;
}

/** A page that changes one object, which goes on living meanwhile: what is edited stays as it was taken up. */
export function EditPage<Item extends KubeObject, Draft>(props: EditPageProps<Item, Draft>): ReactNode {
  const { header, draftOf, differs, texts, children, ...frame } = props;
  const [round, setRound] = useState(0);
  return (
    <ObjectPage {...frame}>
      {(item) => (
        <>
          {header(item)}
          <TakenUp
            key={`${item.metadata.uid ?? ''}/${String(round)}`}
            {...{ item, draftOf, differs, texts, children }}
            fresh={round === 0}
            onAgain={() => setRound(round + 1)}
          />
        </>
      )}
    </ObjectPage>
  );
}

interface TakenUpProps<Item, Draft> extends EditProps<Item, Draft> {
  readonly item: Item;
  readonly fresh: boolean;
  readonly onAgain: () => void;
}

function TakenUp<Item, Draft>(props: TakenUpProps<Item, Draft>): ReactNode {
  const { item, draftOf, differs, fresh, onAgain } = props;
  const { again, ...texts } = props.texts;
  const now = draftOf(item);
  const [before] = useState(() => now);
  const action = (
    <Button size="sm" onClick={onAgain}>
      {again}
    </Button>
  );
  return (
    <>
      {differs(before, now) ? <Notice tone="warn" {...texts} action={action} /> : null}
      {props.children(item, before, fresh)}
    </>
  );
}
