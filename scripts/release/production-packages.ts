type Dependencies = Record<string, string>

export type LockedPackage = {
  version?: string
  license?: string
  hasInstallScript?: boolean
  dependencies?: Dependencies
  optionalDependencies?: Dependencies
  devDependencies?: Dependencies
  peerDependencies?: Dependencies
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export type Lock = { packages: Record<string, LockedPackage> }

/**
 * The lock with only the packages that run the site. `npm ci --omit=dev` alone would keep optional peers, and with them the
 * build tool and the test runner.
 */
export function productionLock<Whole extends Lock>(lock: Whole): Whole {
  const used = new Set<string>([''])
  const follow = (path: string) => {
    for (const name of listNeeds(lock.packages[path] ?? {})) {
      const found = resolvePackage(lock, path, name)
      if (found === undefined || used.has(found)) continue
      used.add(found)
      follow(found)
    }
  }
  follow('')
  const packages = Object.entries(lock.packages).filter(([path]) => used.has(path))
  const { devDependencies: _, ...root } = lock.packages[''] ?? {}
  return { ...lock, packages: { ...Object.fromEntries(packages), '': root } }
}

const listNeeds = ({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: LockedPackage) => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional),
]

/** Resolves as Node does: in the package itself, then in each folder above. */
function resolvePackage({ packages }: Lock, from: string, name: string): string | undefined {
  const path = `${from && `${from}/`}node_modules/${name}`
  if (packages[path]) return path
  if (!from) return undefined
  const above = from.lastIndexOf('/node_modules/')
  return resolvePackage({ packages }, above === -1 ? '' : from.slice(0, above), name)
}
