/** What the page needs that signs in. The server itself puts it into words: there is no session yet, and so no pages. */
import signIn from '../en/sign-in.json' with { type: 'json' };

export const signInTexts = { signIn };
