import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    // Pictures and fonts stay files of their own: they are cached for ever and the CSP allows no data: URL for them.
    assetsInlineLimit: 0,
  },
  environments: { ssr: { build: { rollupOptions: { input: './server/app.ts' } } } },
  plugins: [reactRouter()],
})
