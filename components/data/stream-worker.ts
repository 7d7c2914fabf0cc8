/** The shared worker: runs the hub for all tabs that started it under its name. Tabs speak with it by that name alone. */
import { browserLine } from './browser-line.ts';
import { runHub } from './shared-line.ts';

runHub(self.name, browserLine);
