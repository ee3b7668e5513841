import { buildIfNeeded } from '../../scripts/build/build-if-needed.ts'

/** HTTP tests and browser journeys run the built site, like an operator. */
export default async function setup() {
  await buildIfNeeded()
}
