import { findPatientWithin, recordsWithin } from '#app/domain/booking/known-patients.server.ts'
import { searchPatients } from '#app/domain/patients/patient-search.server.ts'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import { isId } from '#app/http/require-id.ts'

const mostKnown = 8

/** Undefined for none, for one that was erased meanwhile, and for one whom a practitioner has never seen. */
export async function findChosen(context: RequestContext, id: string | undefined) {
  if (!id || !isId(id)) return undefined
  return findPatientWithin(context.get(servicesContext).database.db, getActor(context).scope, id)
}

/** Earlier patients by name or phone. */
export async function searchKnown(context: RequestContext, typed: string) {
  const { database } = context.get(servicesContext)
  return (await searchPatients(database, typed, mostKnown, recordsWithin(database.db, getActor(context).scope))) ?? []
}
