/** Fields of the page that asks who is there. Prefixed, so that none meets one of the form that goes along. */
export const isUnlockField = (name: string) => name === 'unlock' || name.startsWith('unlock-')
