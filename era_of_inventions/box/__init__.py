"""What is in the box: goods, components, and the files that hold sets of them."""
