import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/')({ component: Home });

function Home() {
  return (
    <main>
      <h1>Home</h1>
      <Button>Go</Button>
    </main>
  );
}
