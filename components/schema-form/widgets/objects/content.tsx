'use client';
import type { ReactNode } from 'react';
import type { FieldWidget } from '#lib/schema-form/layout/widget-types.ts';
import type { FieldViewProps } from '../../field-props.ts';
import { AffinityContent, NodeAffinityContent, PodAffinityContent } from './affinity.tsx';
import { EnvContent } from './env.tsx';
import { ExpressionsContent, LabelSelectorContent, NodeSelectorTermContent } from './expressions.tsx';
import { GroupsContent } from './groups.tsx';
import { type Parts, partsOf, Rest } from './parts.tsx';
import { ReferenceContent } from './reference.tsx';
import { ResourcesContent } from './resources.tsx';
import { NamespaceSelectorContent, StrategyContent } from './strategy.tsx';
import { TableItems } from './table.tsx';

/** What is inside the section of a composite widget. */
export function CompositeContent(props: FieldViewProps & { readonly widget: FieldWidget }): ReactNode {
  const { widget } = props;
  const parts = partsOf(props);
  switch (widget.kind) {
    case 'resources':
      return <ResourcesContent {...parts} of={widget.of} />;
    case 'objectReference':
      return <ReferenceContent {...parts} reference={widget.reference} />;
    case 'labelSelector':
      return <LabelSelectorContent {...parts} />;
    case 'nodeSelectorTerm':
      return <NodeSelectorTermContent {...parts} />;
    case 'expressions':
      return <ExpressionsContent {...parts} />;
    case 'namespaceSelector':
      return <NamespaceSelectorContent {...parts} />;
    case 'envList':
      return <EnvContent {...parts} />;
    case 'updateStrategy':
      return <StrategyContent {...parts} of={widget.of} />;
    case 'groups':
      return <GroupsContent {...parts} of={widget.of} />;
    case 'table':
      return <TableItems {...parts} columns={widget.columns} />;
    default:
      return <PlacementContent {...parts} kind={widget.kind} />;
  }
}

function PlacementContent({ kind, ...parts }: Parts & { readonly kind: FieldWidget['kind'] }): ReactNode {
  switch (kind) {
    case 'affinity':
      return <AffinityContent {...parts} />;
    case 'nodeAffinity':
      return <NodeAffinityContent {...parts} />;
    case 'podAffinity':
      return <PodAffinityContent {...parts} />;
    default:
      return <Rest {...parts} />;
  }
}
