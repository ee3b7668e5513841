import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Release } from './releases.ts'

const file = 'deploy/clinic-site.service'

/**
 * What to do where a release brings another unit than the one before it; undefined where it does not. Which file systemd
 * reads belongs to whoever runs the machine, so it is not replaced.
 */
export function adviceOnUnit(from: Release, to: Release, link: string): string | undefined {
  const [before, after] = [from, to].map(({ folder }) => {
    const unit = join(folder, file)
    return existsSync(unit) ? readFileSync(unit, 'utf8') : undefined
  })
  if (after === undefined || after === before) return undefined
  return `${to.version} brings another unit. To use it (what was added by systemctl edit stays):
  cp ${link}/${file} /etc/systemd/system/ && systemctl daemon-reload && systemctl restart clinic-site`
}
