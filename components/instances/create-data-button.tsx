'use client';
import type { ReactNode } from 'react';
import { CreateDataButton } from '#components/frame/data-object/create-data-button.tsx';
import { type CreateObjectProps, useFormCluster } from '#components/schema-form/state/form-cluster.ts';

/** Makes a Secret or ConfigMap where the object in the form is, or will be. */
export function CreateObject({ namespace, ...rest }: CreateObjectProps): ReactNode {
  const around = useFormCluster()?.namespace;
  return <CreateDataButton namespace={namespace ?? around} {...rest} />;
}
