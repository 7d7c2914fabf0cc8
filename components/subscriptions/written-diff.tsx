'use client';
import type { ReactNode } from 'react';
import { YamlDiff } from '#components/yaml/yaml-diff.tsx';
import type { KubeObject } from '#lib/k8s/object.ts';
import { renderYaml } from '#lib/schema-form/text/document.ts';
import { editablePart } from '#lib/schema-form/desk/live.ts';

interface WrittenDiffProps {
  readonly label: string;
  readonly before: KubeObject;
  readonly after: KubeObject;
}

export function WrittenDiff({ label, before, after }: WrittenDiffProps): ReactNode {
  return (
    <YamlDiff
      label={label}
      original={renderYaml(editablePart(before))}
      text={renderYaml(editablePart(after))}
      className="max-h-[28rem] border-t border-line"
    />
  );
}
