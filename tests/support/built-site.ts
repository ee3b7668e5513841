import { build, isUpToDate } from '../../scripts/build/build.ts'

/** The http tests and the browser journeys run what an operator runs: the built site. */
export default async function setup() {
  if (!isUpToDate()) await build()
}
