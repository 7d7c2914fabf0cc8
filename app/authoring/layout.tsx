import type { ReactNode } from 'react';
import { MoreMessages } from '#components/ui/more-messages.tsx';

export default function AuthoringLayout({ children }: { readonly children: ReactNode }): ReactNode {
  return <MoreMessages group="authoring">{children}</MoreMessages>;
}
