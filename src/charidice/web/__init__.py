"""The pages and the API of the game in the browser."""
