import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';

/** The fields of the pods are those of the form for instances. */
export default function EditSubscriptionLayout({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <MoreMessages group="forms">
      <MoreMessages group="resolutions">{children}</MoreMessages>
    </MoreMessages>
  );
}
