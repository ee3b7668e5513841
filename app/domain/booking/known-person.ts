/** Somebody as an earlier appointment has them; `id` is the appointment's. */
export type KnownPerson = { id: string; name: string; phone: string; email: string }
