'use client';
import { type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { isDictionary, isList, pathKey, dictionaryOf } from '#lib/schema-form/schema/path.ts';
import { fieldOf } from '#lib/schema-form/schema/schema.ts';
import { OwnErrors } from '../../field-parts.tsx';
import { isLeaf } from '../../field-props.ts';
import { fieldId } from '../../state/form-model.ts';
import { EXPRESSIONS, NodeSelectorTermContent, TEXTS } from './expressions.tsx';
import {
  AddItem,
  Items,
  itemsOf,
  Leaf,
  partAt,
  type Parts,
  RemoveItem,
  Rest,
  TEXT_FIELD,
  Whole,
} from './parts.tsx';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const RULES: ReadonlySet<string> = new Set([REQUIRED, PREFERRED]);

const SELECTOR = {
  type: 'object',
  properties: {
    matchLabels: { type: 'object', additionalProperties: { type: 'string' } },
    matchExpressions: EXPRESSIONS.raw,
  },
};
const NODE_TERM = {
  type: 'object',
  properties: { matchExpressions: EXPRESSIONS.raw, matchFields: EXPRESSIONS.raw },
};
const POD_TERM = {
  type: 'object',
  properties: {
    labelSelector: SELECTOR,
    topologyKey: { type: 'string' },
    namespaces: TEXTS.raw,
    namespaceSelector: SELECTOR,
  },
};

function weighted(key: string, term: object): object {
  return {
    type: 'array',
    items: { type: 'object', properties: { weight: { type: 'integer' }, [key]: term } },
  };
}

/** What the parts are where the operator's schema leaves them open. Source: Kubernetes API reference, core/v1. */
const NODE_TERMS = fieldOf({ type: 'array', items: NODE_TERM });
const NODE_REQUIRED = fieldOf({ type: 'object', properties: { nodeSelectorTerms: NODE_TERMS.raw } });
const NODE_PREFERRED = fieldOf(weighted('preference', NODE_TERM));
const POD_REQUIRED = fieldOf({ type: 'array', items: POD_TERM });
const POD_PREFERRED = fieldOf(weighted('podAffinityTerm', POD_TERM));

const AFFINITY = ['nodeAffinity', 'podAffinity', 'podAntiAffinity'] as const;
const ALL_AFFINITY: ReadonlySet<string> = new Set(AFFINITY);

/** Nodes, pods to be near to, pods to be away from. */
export function AffinityContent(parts: Parts): ReactNode {
  const t = useTranslations('schema-form');
  return (
    <>
      {AFFINITY.map((part) => (
        <Whole key={part} {...partAt(parts, part)} title={t(`objects.${part}`)} />
      ))}
      <Rest {...parts} omit={ALL_AFFINITY} />
    </>
  );
}

export function NodeAffinityContent(parts: Parts): ReactNode {
  const t = useTranslations('schema-form');
  const required = partAt(parts, REQUIRED, NODE_REQUIRED);
  const terms = partAt(required, 'nodeSelectorTerms', NODE_TERMS);
  const plain =
    required.value === undefined ||
    (isDictionary(required.value) &&
      Object.keys(required.value).every((key) => key === 'nodeSelectorTerms') &&
      (terms.value === undefined || isList(terms.value)));
  return (
    <>
      {plain ? (
        <Terms
          {...terms}
          title={t('objects.nodeRequired')}
          holder={required}
          Term={NodeSelectorTermContent}
        />
      ) : (
        <Whole {...required} title={t('objects.nodeRequired')} />
      )}
      <Terms
        {...partAt(parts, PREFERRED, NODE_PREFERRED)}
        title={t('objects.nodePreferred')}
        weighs="preference"
        Term={NodeSelectorTermContent}
      />
      <Rest {...parts} omit={RULES} />
    </>
  );
}

export function PodAffinityContent(parts: Parts): ReactNode {
  const t = useTranslations('schema-form');
  return (
    <>
      <Terms {...partAt(parts, REQUIRED, POD_REQUIRED)} title={t('objects.podRequired')} Term={PodTerm} />
      <Terms
        {...partAt(parts, PREFERRED, POD_PREFERRED)}
        title={t('objects.podPreferred')}
        weighs="podAffinityTerm"
        Term={PodTerm}
      />
      <Rest {...parts} omit={RULES} />
    </>
  );
}

const POD_PARTS: ReadonlySet<string> = new Set(['topologyKey', 'labelSelector']);
const TOPOLOGY = ['kubernetes.io/hostname', 'topology.kubernetes.io/zone', 'topology.kubernetes.io/region'];

function PodTerm(parts: Parts): ReactNode {
  const t = useTranslations('schema-form');
  return (
    <>
      <Leaf
        {...partAt(parts, 'topologyKey', TEXT_FIELD)}
        label={t('objects.topologyKey')}
        options={TOPOLOGY}
      />
      <Whole {...partAt(parts, 'labelSelector')} title={t('objects.podsWith')} />
      <Rest {...parts} omit={POD_PARTS} />
    </>
  );
}

interface TermsProps extends Parts {
  /** The term lies under this key, beside its weight. */
  readonly weighs?: string;
  /** The object around the list, when it is there only to hold it. */
  readonly holder?: Parts;
  readonly Term: (parts: Parts) => ReactNode;
}

/** Terms of which any may hold; with weights, the more the better. */
function Terms({ weighs, holder, Term, ...parts }: TermsProps): ReactNode {
  const t = useTranslations('schema-form');
  const { path, value, errors, title } = parts;
  if (value !== undefined && !isList(value)) return <Whole {...parts} />;
  const own = [...(holder?.errors.own ?? []), ...errors.own];
  const around =
    holder === undefined ? {} : { 'data-section': pathKey(holder.path), id: fieldId(holder.path) };
  const items = itemsOf(value);
  return (
    <div {...around} className="flex min-w-0 flex-col gap-2">
      <section
        id={fieldId(path)}
        data-section={pathKey(path)}
        aria-label={title}
        tabIndex={-1}
        className="flex min-w-0 scroll-mt-24 flex-col gap-2"
      >
        <h4 className="font-medium">{title}</h4>
        <OwnErrors errors={own} />
        {isList(value) && items.length === 0 ? <p className="text-sm text-faint">{t('empty')}</p> : null}
        <Items {...parts} draw={(item) => <TermCard {...item} weighs={weighs} Term={Term} />} />
        <div>
          <AddItem
            path={path}
            value={value}
            item={weighs === undefined ? {} : { weight: 1, [weighs]: {} }}
            label={t('objects.addTerm')}
            name={t('objects.term', { number: items.length + 1 })}
          />
        </div>
      </section>
    </div>
  );
}

function TermCard({
  weighs,
  Term,
  ...item
}: Parts & Pick<TermsProps, 'Term'> & { readonly weighs: string | undefined }): ReactNode {
  const t = useTranslations('schema-form');
  const { path, value, errors } = item;
  const name = t('objects.term', { number: Number(path.at(-1)) + 1 });
  const weight = partAt(item, 'weight');
  const term = weighs === undefined ? undefined : partAt(item, weighs);
  const fits =
    isDictionary(value) &&
    (term === undefined || ((term.value === undefined || isDictionary(term.value)) && isLeaf(weight)));
  return (
    <div className="flex items-start gap-1 rounded-md border border-line p-2">
      {fits ? (
        <section
          aria-label={name}
          id={fieldId(path)}
          data-section={pathKey(path)}
          tabIndex={-1}
          className="flex min-w-0 grow scroll-mt-24 flex-col gap-3"
        >
          <OwnErrors errors={errors.own} />
          {term === undefined || weighs === undefined ? (
            <Term {...item} />
          ) : (
            <>
              <Leaf {...weight} label={t('objects.weight')} className="max-w-40" unsetsWhenEmpty />
              <div
                id={fieldId(term.path)}
                data-section={pathKey(term.path)}
                className="flex min-w-0 flex-col gap-3"
              >
                <OwnErrors errors={term.errors.own} />
                <Term {...term} />
              </div>
              <Rest {...item} omit={new Set(['weight', weighs])} />
            </>
          )}
          {Object.keys(dictionaryOf(value)).length === 0 ? (
            <p className="text-sm text-faint">{t('empty')}</p>
          ) : null}
        </section>
      ) : (
        <div className="min-w-0 grow">
          <Whole {...item} title={name} />
        </div>
      )}
      <RemoveItem path={path} name={name} />
    </div>
  );
}
