import { newDatabaseOn, startPostgres } from '../tests/support/postgres-server.ts'

/** What every benchmark is given. */
export type Deps = {
  /** Smaller sizes and fewer rounds, so that all of them fit into two minutes. */
  quick: boolean
  /** The address of an empty database on the PostgreSQL of this run, which brings to the disk what it commits. */
  newPostgres(): Promise<string>
}

/** The server is started when first asked for: not every run needs one. */
export function depsOf({ quick }: { quick: boolean }) {
  let server: ReturnType<typeof startPostgres> | undefined
  const deps: Deps = {
    quick,
    async newPostgres() {
      server ??= startPostgres({ fsync: true })
      return newDatabaseOn((await server).url)
    },
  }
  return { ...deps, end: async () => (await server)?.stop() }
}
