export const systemPage = {
  title: 'System',
  lead: 'How the website is set up and running. The command npm run doctor shows the same checks.',
  backup: {
    button: 'Back up now',
    asked: 'The backup has started.',
    running: 'A backup is being made and then tested by restoring it.',
    done: 'The backup is done.',
  },
  lights: { green: 'OK', amber: 'Review', red: 'Needs attention' },
}
