// Apart from the words of the Security page: every page of the dashboard loads these.

/** Shown in place of a page that needs a fresh confirmation. */
export const unlockPage = {
  title: 'Confirm it’s you',
  why: {
    idle: 'The dashboard locked after 30 minutes without activity.',
    over: 'Please sign in again. You’ve been signed in for 12 hours.',
    fresh: 'For your security, please confirm before continuing.',
    passkey: 'Your password alone doesn’t open the dashboard here. Please confirm with your passkey.',
  },
  kept: 'What you typed is saved and will be sent when you continue.',
  fileAgain: 'Files can’t be saved here. Continue, then choose the file again.',
  password: 'Password',
  code: 'Code from your app',
  codeHint: 'Six digits. Each code works once.',
  backup: { summary: 'Use a backup code instead', label: 'Backup code', hint: 'Ten characters, such as abcde-fgh23.' },
  button: 'Continue',
  back: 'Back to Today',
  wrongPassword: 'That password isn’t right.',
  wrongCode: 'That code isn’t right or was already used. Wait for the next one and enter it.',
  busy: 'Many people are logging in right now. Please try again in a moment.',
  tooMany: (time: string) => `Too many incorrect tries. Please try again after ${time}.`,
}

export type UnlockReason = keyof typeof unlockPage.why
