import signIn from '../ja/sign-in.json' with { type: 'json' };

export const signInTexts = { signIn };
