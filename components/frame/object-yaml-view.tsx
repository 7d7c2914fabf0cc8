'use client';
import type { ReactNode } from 'react';
import { stringify } from 'yaml';
import { YamlView } from '#components/ui/code-block.tsx';
import type { KubeObject } from '#lib/k8s/object.ts';
import { useShownPasswords } from './shown-passwords.tsx';

export interface ObjectYamlProps {
  readonly objects: readonly KubeObject[];
  readonly label: string;
  readonly tall?: boolean;
  /** Lines around it, such as the command that takes it. */
  readonly before?: string;
  readonly after?: string;
}

export function ObjectYamlView({ objects, before = '', after = '', ...view }: ObjectYamlProps): ReactNode {
  const { shown, toggle } = useShownPasswords(objects);
  const text = `${before}${shown.map(yamlOf).join('---\n')}${after}`;
  if (toggle === null) return <YamlView text={text} {...view} />;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex justify-end">{toggle}</div>
      <YamlView text={text} {...view} />
    </div>
  );
}

/** The object as YAML to read. What only servers need (`managedFields`) is left out. */
function yamlOf(object: KubeObject): string {
  const { managedFields: _managedFields, ...metadata } = object.metadata;
  return stringify({ ...object, metadata }, { lineWidth: 0 });
}
