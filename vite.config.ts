import { reactRouter } from '@react-router/dev/vite'
import { build, defineConfig, type Plugin } from 'vite'

export default defineConfig(({ command }) => ({
  build: {
    // Pictures and fonts stay files of their own: they are cached for ever and the CSP allows no data: URL for them.
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    ssr: {
      build: {
        rollupOptions: { input: { main: './server/main.ts', site: './server/site.ts', index: './server/app.ts' } },
      },
      // With its libraries in itself the server is some twenty files instead of 1,500, which halves the work of a start.
      resolve: command === 'build' ? { noExternal: true, external: loadedFromPackages } : {},
    },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A few files instead of some twenty small ones, all of which a hydrated page would ask for first.
            codeSplitting: {
              groups: [
                // No more than what every hydrated page needs: other packages stay with the pages that import them.
                { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 3 },
                // What the frames of all of them share. A group takes along what its files import.
                { name: 'work', test: work, minShareCount: 2, priority: 2 },
                { name: 'dashboard', test: dashboard, priority: 1 },
                { name: 'writing', test: /app\/ui\/editor\/(formatted-field|use-autosave)\.tsx?$/ },
                // Some twenty small files, which compress better as one.
                { name: 'sections', test: sections },
                { name: 'people', test: people },
                // Each for more than the next, which would take it along. Where pages to read use a file, its group has
                // nothing of the dashboard, whose styles would come with it.
                { name: 'facts', test: facts, minShareCount: 2 },
                { name: 'services', test: /content\/services\.ts$/ },
                { name: 'appointments', test: appointments, minShareCount: 2 },
                { name: 'records', test: records, minShareCount: 2 },
                { name: 'goods', test: goods },
                { name: 'claims', test: claims },
              ],
            },
          },
        },
      },
    },
  },
  plugins: [reactRouter(), scriptText(), serverFileNames()],
}))

// Code alone: the styles that a few routes share would come with it on every page. With what loads code later.
const work =
  /vite\/preload-helper|app\/(root|http\/(?!admin-page|use-poll)|ui\/(primitives(?!\/(qr-code|close-outside|add-up))|forms)\/|ui\/site\/(mark(?!down)|account-menu|skip-link|broken-page-text|error-view|kept-text|page-heading)|domain\/(shared\/(unsent-text|go-to-tablet)|clinic\/confirmed-links)).*\.tsx?$|content\/(forms|site)\.ts$/
const dashboard =
  /app\/(admin-sections|http\/(admin-page|use-poll)|ui\/primitives\/close-outside|ui\/admin\/admin-|routes\/admin\/(layout|idle-lock|use-idle)).*\.tsx?$|content\/pages\/admin\.ts$/

/** What several sections of the dashboard show. */
const sections =
  /app\/(ui\/admin\/(choose-rows|empty-list|filter-|fold|followed-status|pager|select-field|sort-links|table)|domain\/shared\/(list-names|with-query)).*\.tsx?$/

/** What Today and the calendar show of the people in them. */
const people = /app\/ui\/admin\/(day-position|lane-class|phone-link)\.tsx?$/

/** What many pages know of the clinic and its patients. */
const facts =
  /app\/(domain\/(shared\/clinic-time|clinic\/(clinic-facts|closures)|patients\/patient-fields)|ui\/booking\/contact-field)\.tsx?$|content\/patient-fields\.ts$/

/** What the calendar and the Clinic page show of appointments. */
const appointments = /app\/ui\/admin\/appointment-table\.tsx$|content\/pages\/admin-appointments\.ts$/

/** What the pages of one appointment, order or message share. */
const records =
  /app\/(routes\/admin\/appointments\/(appointment-page|patient-fields)|ui\/admin\/(bounced-email|mail-link))\.tsx$|content\/pages\/admin-mail\.ts$/

/** What cart, products and orders show. */
const goods =
  /app\/(domain\/catalogue\/(product|stock)|domain\/shared\/money|ui\/catalogue\/(breakable|disclaimer|med-watch))\.tsx?$|content\/pages\/stock\.ts$/

/** What may not be claimed of health, beside the texts that one edits. */
const claims = /app\/(ui\/admin\/claim(s-note|-hits)|domain\/shared\/group-by)\.tsx?$/

/** Packages that look for other files of theirs or of others while they run. */
const loadedFromPackages = ['pg', 'pino', 'vite']

/** The program and, for commands that need its emails, the app by itself; the framework knows only one file. */
function serverFileNames(): Plugin {
  return {
    name: 'server-file-names',
    applyToEnvironment: ({ name }) => name === 'ssr',
    outputOptions: (options) => ({ ...options, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' }),
  }
}

/** `import text from './some.ts?script'`: the module, with everything it imports, as the text of one script. */
function scriptText(): Plugin {
  return {
    name: 'script-text',
    async load(id) {
      const [file = '', query] = id.split('?')
      if (query !== 'script') return
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        build: { write: false, rolldownOptions: { input: file } },
      })
      if (!('output' in built)) throw new Error(`${file} was not built once`)
      const [{ code, moduleIds }] = built.output
      for (const module of moduleIds) this.addWatchFile(module)
      return { code: `export default ${JSON.stringify(code.trim())}`, moduleSideEffects: false }
    },
  }
}
