import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'

/** A clinic whose admin changed nothing yet. */
export const contentClinic = { facts: contentFacts }
