import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { RecordName } from '#app/domain/content/content-record.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'

/** The texts of a page that a new clinic starts with. */
export const textsOf = <Name extends RecordName>(name: Name) => deliveredContent.read(name, contentFacts(Date.now()))
