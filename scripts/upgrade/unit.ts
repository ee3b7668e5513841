import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Deps } from './deps.ts'
import type { Release } from './releases.ts'

const file = 'deploy/clinic-site.service'

/**
 * What to do where a release brings another unit than the one before it; undefined where it does not, or where systemd
 * runs nothing. Which file systemd reads belongs to whoever runs the machine, so it is not replaced.
 */
export function adviceOnUnit({ service, releases }: Deps, from: Release, to: Release): string | undefined {
  if (!service) return undefined
  const [before, after] = [from, to].map(({ folder }) => {
    const unit = join(folder, file)
    return existsSync(unit) ? readFileSync(unit, 'utf8') : undefined
  })
  if (after === undefined || after === before) return undefined
  return `${to.version} brings another unit. To use it (what was added by systemctl edit stays):
  cp ${releases.link}/${file} /etc/systemd/system/${service.name}.service
  systemctl daemon-reload && systemctl restart ${service.name}`
}
