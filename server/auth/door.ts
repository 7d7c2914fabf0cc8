/** How a browser reached us, which decides what cookies it can be given. */
export interface Door {
  /** By HTTPS, if only up to a proxy in front. */
  secure: boolean;
  /** Of the address that the browser opened. */
  port: string;
  /** Empty, or the path under which the console is served. */
  basePath?: string;
}
