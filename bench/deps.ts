import { newDatabaseOn, startPostgres } from '../tests/support/postgres-server.ts'

/** The dependencies of every benchmark. */
export type Deps = {
  /** Smaller sizes and fewer rounds, so that all of them fit into two minutes. */
  quick: boolean
  /** The address of an empty database on the PostgreSQL of this run, which writes every commit to the disk. */
  newPostgres(): Promise<string>
}

/** The server is started on first use, since not every run needs it. */
export function createDeps({ quick }: { quick: boolean }) {
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
