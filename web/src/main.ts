import './theme.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { registerWorker } from './shell/offline.svelte';
import { routes } from './routes';
import { currentPath, matchRoute, startRouter } from './shell/router.svelte';
import { applySettings } from './shell/settings.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('index.html must contain an element with the id "app"');

applySettings();
startRouter();
const first = matchRoute(routes, currentPath());
first?.route.prepare?.(first.params);
registerWorker();
mount(App, { target });
