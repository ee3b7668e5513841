/** Everyone with an account, and the two actors without one. */
export const actorKinds = ['person', 'operator', 'program'] as const
export type ActorKind = (typeof actorKinds)[number]
