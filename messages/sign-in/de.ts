import signIn from '../de/sign-in.json' with { type: 'json' };

export const signInTexts = { signIn };
