export const systemPage = {
  title: 'System',
  lead: 'How the website is set up and running. The command npm run doctor shows the same checks.',
  lights: { green: 'OK', amber: 'Review', red: 'Needs attention' },
}
