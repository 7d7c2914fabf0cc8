'use client';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Checkbox } from '#components/ui/choices.tsx';
import { Select } from '#components/ui/inputs.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { at, cutText, items } from '#lib/base/loose.ts';
import { refTo, type KubeObject } from '#lib/k8s/object.ts';
import { ContainerLog } from './container-log.tsx';

interface LogDialogProps {
  readonly pod: KubeObject;
  readonly onClose: () => void;
}

/** What the containers of a pod say, now or before they ended. */
export function LogDialog(props: LogDialogProps): ReactNode {
  return (
    <MoreMessages group="why">
      <Log {...props} />
    </MoreMessages>
  );
}

function Log({ pod, onClose }: LogDialogProps): ReactNode {
  const t = useTranslations('why');
  const containers = containersOf(pod);
  const [container, setContainer] = useState(containers[0] ?? '');
  const [previous, setPrevious] = useState(false);
  return (
    <Dialog
      open
      width="lg"
      title={t('logOf', { name: pod.metadata.name })}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <div className="flex min-w-0 flex-col gap-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {containers.length > 1 ? (
            <Select
              aria-label={t('containers')}
              value={container}
              onChange={setContainer}
              options={containers.map((name) => ({ value: name, label: name }))}
              className="w-56"
            />
          ) : null}
          <Checkbox label={t('previousRun')} checked={previous} onChange={setPrevious} />
        </div>
        <ContainerLog pod={refTo(pod)} container={container} previous={previous} />
      </div>
    </Dialog>
  );
}

/** Those that run first, then what prepared the way for them. */
function containersOf(pod: KubeObject): string[] {
  return [...items(at(pod, 'spec', 'containers')), ...items(at(pod, 'spec', 'initContainers'))].flatMap(
    (one) => cutText(at(one, 'name')) ?? [],
  );
}
