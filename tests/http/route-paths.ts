import { posix } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#app/routes.ts'

/** Every path of the routes, with its parameters. */
export const routePaths = [...new Set(toPaths(routes))]

function toPaths(entries: RouteConfigEntry[], parent = '/'): string[] {
  return entries.flatMap(({ path = '', children = [] }) => {
    const whole = posix.join(parent, path)
    return [whole, ...toPaths(children, whole)]
  })
}
