/** A page of ours without a console around it: styles and one script, in a browser that paints as soon as it can. */
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { ensureChromium } from '#local/test/chromium.ts';
import { pageScript, pageStyles } from '#local/testing/page-script.ts';

/** Frames come as soon as they are ready, so that waiting for a screen is no part of a figure. */
const FLAGS = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

interface PageOptions {
  /** Sixty frames a second, as on a screen: for what counts frames. */
  readonly onScreen?: boolean;
}

/** @param script from this folder; the page has what it puts into `window` */
export async function onBarePage<T>(
  script: string,
  measure: (page: Page) => Promise<T>,
  { onScreen = false }: PageOptions = {},
): Promise<T> {
  const args = onScreen ? [] : FLAGS;
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.on('pageerror', (error) => process.stderr.write(`${error.message}\n`));
    await page.setContent('<!doctype html><html><body></body></html>');
    await page.addStyleTag({ content: await pageStyles() });
    await page.addScriptTag({ content: await pageScript(join(import.meta.dirname, script), 'production') });
    return await measure(page);
  } finally {
    await browser.close();
  }
}
