import { build, isUpToDate } from '../../scripts/build/build.ts'

/** HTTP tests and browser journeys run the built site, like an operator. */
export default async function setup() {
  if (!isUpToDate()) await build()
}
