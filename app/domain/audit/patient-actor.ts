import type { Actor } from './audit.server.ts'

/** A patient who showed who they are without an account of the dashboard; their network address is not stored. */
export const patientActor: Actor = { who: 'patient', from: 'online' }
