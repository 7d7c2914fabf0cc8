/** Reads packages as KUDO does; brought along only when there is one to read. */
import './no-eval.ts';
import { receivedFiles } from '#lib/kudo/repository/answers.ts';
import { chooseVersion } from '#lib/kudo/repository/choose.ts';
import { packageReading } from '#lib/kudo/views/package-view.ts';

export const readers = { chooseVersion, packageReading, receivedFiles };

export type Readers = typeof readers;
