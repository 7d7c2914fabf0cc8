import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';

/** Parameters are edited as they are chosen for an installation, by the forms of instances. */
export default function ParametersLayout({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <MoreMessages group="operatorPackages">
      <MoreMessages group="forms">{children}</MoreMessages>
    </MoreMessages>
  );
}
