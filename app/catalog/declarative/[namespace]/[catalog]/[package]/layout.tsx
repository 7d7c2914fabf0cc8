import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';

export default function OperatorPackageLayout({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages group="operatorPackages">{children}</MoreMessages>;
}
