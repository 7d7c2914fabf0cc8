import { basePath } from '#components/data/base-path.ts';

/** Of cookies that pages set: consoles beside this one are not sent them. */
export const cookiePath = basePath || '/';

export const THEME_COOKIE = 'capstan-theme';

/** `compact`, or nothing. */
export const DENSITY_COOKIE = 'capstan-density';

export type Theme = 'light' | 'dark';

/** What the cookie says; undefined leaves the choice to the system. */
export function themeOf(cookie: string | undefined): Theme | undefined {
  return cookie === 'light' || cookie === 'dark' ? cookie : undefined;
}
