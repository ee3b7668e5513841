/** Everyone with an account, and the actors without one. */
export const actorKinds = ['person', 'patient', 'operator', 'program'] as const
export type ActorKind = (typeof actorKinds)[number]
