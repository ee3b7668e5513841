import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // The whole site map, with every page of the dashboard, would come with each of the few hydrated pages. These ask for
  // the pieces that their own links need.
  routeDiscovery: { mode: 'lazy' },
} satisfies Config
