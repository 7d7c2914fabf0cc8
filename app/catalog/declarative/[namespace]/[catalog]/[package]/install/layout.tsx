import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';

/** Parameters are edited by the forms of instances. */
export default function InstallLayout({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages group="forms">{children}</MoreMessages>;
}
