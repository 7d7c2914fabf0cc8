import type { ReactNode } from 'react';
import { FormMessages } from '#components/instances/messages/messages.tsx';
import { ResolutionMessages } from '#components/olm/resolution/messages/messages.tsx';
import { pageLocale } from '../../../../../text.ts';

/** The fields of the pods are those of the form for instances. */
export default async function EditSubscriptionLayout({
  children,
}: {
  readonly children: ReactNode;
}): Promise<ReactNode> {
  return (
    <FormMessages locale={await pageLocale()}>
      <ResolutionMessages>{children}</ResolutionMessages>
    </FormMessages>
  );
}
